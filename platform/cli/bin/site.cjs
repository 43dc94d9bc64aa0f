#!/usr/bin/env -S node --
// Without --, Node would treat --env-file as its own option.
require('../node-version.cjs');
const { statSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

// Half of a command's start was compiling. Its own processes inherit the cache, which Node compares with each file's content.
// Root leaves no folder in the checkout of another user, who couldn't build there any more.
if (!process.getuid || process.getuid() === statSync(__dirname).uid) {
  process.env.NODE_COMPILE_CACHE ??= join(__dirname, '../../../.cache/node');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

import('../src/site.ts');
