#!/usr/bin/env -S node --
// Without --, Node would take --env-file for an option of its own.
require('../node-version.cjs');
import('../src/site/main.ts');
