/* server_catalogue.h: what there is to play, for the page: games in words, and their scenarios. */
#ifndef MARSHAL_PLAY_SERVER_SERVER_CATALOGUE_H
#define MARSHAL_PLAY_SERVER_SERVER_CATALOGUE_H

#include <stdbool.h>

#include "engine/strbuf.h"

/* Whether a game has a part of the page of its own, play/web/<game>/module.js; else the plain module
 * shows it, which wants positions in words. */
bool server_catalogue_has_module(const char *game);

/* Appends one JSON object, {"version":...,"record_bytes":n,"games":[...],"scenarios":[...]}:
 * record_bytes is the size of the longest record that is loaded;
 * a game is {"id","title","module","seats":{"french","coalition"},"turn","place","places",
 * "help":[{"name","title","text"}],"clauses":{"12.5":...}}, all that are registered, in their order;
 * a scenario is {"id","game","title","setup","options","option_definitions"}, as its files say; those that
 * cannot be opened are left out. */
void server_catalogue_write(StrBuf *buf);

#endif
