import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@rstest/core';
import { canBuild, weaknessOf } from './strongestWall.ts';

const isolatedVm = join(dirname(import.meta.dirname), '../../../node_modules/isolated-vm');

/** Hides what a machine may lack. */
const hidden = {
  bubblewrap: ['--ro-bind', '/dev/null', '/usr/bin/bwrap'],
  isolate: ['--tmpfs', isolatedVm],
} as const;

/** Evaluates an expression on a machine without some parts of the strongest wall. */
function evaluateWithout(parts: readonly (keyof typeof hidden)[], expression: string): string {
  const module = JSON.stringify(join(import.meta.dirname, 'strongestWall.ts'));
  const code = `const { strongestWall, wallFor } = await import(${module}); process.stdout.write(String(${expression}));`;
  const flags = ['--dev-bind', '/', '/', ...parts.flatMap((part) => hidden[part])];
  const node = [process.execPath, '--input-type=module', '--eval', code];
  return execFileSync('bwrap', [...flags, ...node], { encoding: 'utf8' });
}

const refusal = (setting: string) =>
  `(() => { try { return wallFor('${setting}'); } catch ({ code, message }) { return message; } })()`;

describe.runIf(canBuild('bubblewrap+isolate'))('with bubblewrap and isolated-vm', () => {
  test.each([
    [[], 'bubblewrap+isolate'],
    [['bubblewrap'], 'isolate'],
    [['isolate'], 'bubblewrap'],
    [['bubblewrap', 'isolate'], 'process'],
  ] as const)('a machine without %j renders behind %s', (parts, wall) => {
    expect(evaluateWithout(parts, 'strongestWall()')).toBe(wall);
  });

  test.each([
    [['bubblewrap'], 'strict', 'Install bubblewrap'],
    [['isolate'], 'strict', 'isolated-vm is missing'],
    [['isolate'], 'isolate', 'isolated-vm is missing'],
    [['bubblewrap'], 'bubblewrap', 'Install bubblewrap'],
  ] as const)('a machine without %j refuses RENDER_WALL=%s, and says what is missing', (parts, setting, advice) => {
    const said = evaluateWithout(parts, refusal(setting));
    expect(said).toContain('SITE-WALL');
    expect(said).toContain(advice);
  });
});

test('operators are warned of every wall except the strongest', () => {
  expect(weaknessOf('bubblewrap+isolate')).toBeUndefined();
  expect(weaknessOf('isolate')).toContain('SITE-WALL Releases render behind a weaker wall: isolate');
});
