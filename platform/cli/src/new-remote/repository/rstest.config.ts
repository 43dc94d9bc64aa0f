import { defineConfig } from '@rstest/core';
import { remoteTests } from '@site/kit/presets/rstest.ts';

export default defineConfig(remoteTests);
