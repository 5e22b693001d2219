// The sounds of the show, made of tones, with vibration if the device can. Browsers allow sound only after a first touch.

const audio = new AudioContext();
const vibrations = { tick: 8, ding: 30, whammy: [80, 40, 160] };
const sounds = {
  tick: () => playTone("square", [1400], 0.03, 0.04),
  ding: () => [1319, 1976].forEach((pitch) => playTone("sine", [pitch], 0.7, 0.12)),
  whammy: () => playTone("sawtooth", [880, 110], 0.9, 0.1),
};

export function playTones(name) {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio.resume();
  sounds[name]();
  navigator.vibrate?.(vibrations[name]);
}

// Plays a tone that fades, and falls to the second pitch, if there are two.
function playTone(type, [from, to = from], seconds, loudness) {
  const now = audio.currentTime;
  const source = new OscillatorNode(audio, { type, frequency: from });
  const volume = new GainNode(audio, { gain: loudness });
  source.frequency.exponentialRampToValueAtTime(to, now + seconds);
  volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(now);
  source.stop(now + seconds);
}
