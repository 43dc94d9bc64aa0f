#!/usr/bin/env -S node --
// Without --, Node would treat --env-file as its own option.
require('../node-version.cjs');
import('../src/site.ts');
