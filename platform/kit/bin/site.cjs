#!/usr/bin/env -S node --
// Without --, Node would treat --env-file as its own option.
require('../node-version.cjs');
// Half of a command's start was compiling. Its own processes inherit the cache, which Node compares with each file's content.
process.env.NODE_COMPILE_CACHE ??= require('node:path').join(__dirname, '../../../.cache/node');
require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
import('../src/site/main.ts');
