/* version.h: the program's version, as written into records and shown by --version. */
#ifndef MARSHAL_ENGINE_VERSION_H
#define MARSHAL_ENGINE_VERSION_H

#define MARSHAL_VERSION "0.1.0"

#endif
