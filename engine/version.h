/* version.h: the program's version, as written into records and shown by --version, and the day it was made
 * ready, for the manual page and packages. */
#ifndef MARSHAL_ENGINE_VERSION_H
#define MARSHAL_ENGINE_VERSION_H

#define MARSHAL_VERSION "1.0.0"
#define MARSHAL_DATE    "2026-11-26"

#endif
