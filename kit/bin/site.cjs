#!/usr/bin/env node
require('../node-version.cjs');
import('../src/site/main.ts');
