// A small file in the form of a presenter's boardConfig.js.
roundTwoBoard = {
	1: {
		"type":[{
			1: "money",
			2: "money",
			3: "whammy"
		}],
		"values":[{ /* what
			counts */
			2: 3000,
			3: 0,


			1: 5000
		}],
		"text":[{
			1: "<sup>$</sup>5,000 <span class='plus'>+</span>",
			2: "<sup>$</sup>3,000 <span class='plus'>+</span><span class='spin'>ONE SPIN</span>",
			1: "<sup>$</sup>2,900"
		}],
		"prizeValues": [{ 1: "", 2: "", 3: "", }],
		"extras":[{ 1: "", 2: "plus", 3: "" }]
	},
	2: {
		"type":[{ 1: "move", 2: "bigbucks", 3: "double" }],
		"values":[{ 1: 0, 2: 0, 3: 0 }],
		"text":[{
			1: "<span class='word moveword'>MOVE</span><span class='num'>ONE</span><span class='word spaces'>SPACE</span>",
			2: "BIG BUCKS",
			3: "<span class='doublewords'>DOUBLE<br>YOUR MONEY</span><span class='plus'>+</span><span class='spin'>ONE SPIN</span>"
		}],
		"extras":[{ 1: "updown", 2: "", 3: "double" }]
	},
	3: {
		"type":[{ 1: "move", 2: "prize", 3: "addaone" }],
		"values":[{ 1: 5500, 2: 0, 3: 0 }],
		"text":[{ 1: "<sup>$</sup>5,500<span class='or'>OR</span>LOSE A<br>WHAMMY", 2: "PRIZE", 3: "ADD -A- ONE" }],
		"extras":[{ 1: "losewhammy", 2: "", 3: "addaone" }]
	},
	4: {
		"type":[{ 1: "move", 2: "move", 3: "move" }],
		"values":[{ 1: 0, 2: 0, 3: 0 }],
		"text":[{ 1: "ACROSS THE BOARD", 2: "", 3: "" }],
		"extras":[{ 1: "across", 2: "backtwo", 3: "forwardtwo" }]
	},
	6: {
		"type":[{ 1: "money", 2: "money", 3: "jackpot" }],
		"values":[{ 1: 10000, 2: 1750, 3: 0 }],
		"text":[{ 1: "DOUBLE", 2: "<sup>$</sup>1,750 OR SPIN AGAIN", 3: "<span class='jackpot'>JACKPOT</span>" }],
		"extras":[{ 1: "doubleup", 2: "spinagain", 3: "jackpot" }]
	},
	8: {
		"type":[{ 1: "money", 2: "lead" }],
		"values":[{ 1: "1,000", 2: 0 }],
		"text":[{ 2: "<span class='doublewords'>TAKE<br>THE LEAD</span><span class='plus'>+</span><span class='spin'>ONE SPIN</span>" }],
		"extras":[{ 1: "", 2: "lead" }]
	},
}

roundBonusBoardOne = {
	1: { "type":[{ 1: "money" }], "values":[{ 1: 750 }], "extras":[{ 1: "replacewithprize1" }] },
}

personalizedPrizes = {
	1: { name: 'A prize', value: 10000, extra: false },
}

function more() { if (true) { ready = { done: 1 }; } }
