#!/usr/bin/env node
require('../node-version.cjs');
import('../src/new-site/create.ts');
