from django.urls import path

from . import files, views

app_name = "sharing"

urlpatterns = [
    path("card.png", views.site_card, name="site-card"),
    path("games/<slug:code>/card.png", views.game_card, name="game-card"),
    path("boards/<slug:slug>/<int:number>/card.png", views.board_card, name="board-card"),
    path("daily/<int:number>/card.png", views.day_card, name="day-card"),
    path("card/<path:text>", views.question_card, name="question-card"),
    *(path(f"a/<slug:key>/{name}", views.answer_file, {"name": name}) for name in files.OF_ANSWERS.by_name),
    *(
        path(f"s/<slug:code>/<int:number>/{name}", views.saved_file, {"name": name})
        for name in files.OF_ANSWERS.by_name
    ),
    path("embed/p/<path:text>", views.embed, name="embed"),
    path("embed/s/<slug:code>/", views.embed_saved, name="embed-saved"),
    *(path(f"games/<slug:code>/{name}", views.review_file, {"name": name}) for name in files.OF_REVIEWS.by_name),
    path("embed/games/<slug:code>/", views.embed_review, name="embed-review"),
    path("oembed", views.oembed_endpoint, name="oembed"),
]
