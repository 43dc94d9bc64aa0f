import { expect, test } from '@rstest/core';
import sharedPackage from '@site/shared/package.json' with { type: 'json' };
import shellPackage from '@site/shell/package.json' with { type: 'json' };

test.each(Object.entries(sharedPackage.peerDependencies))(
  'the range of %s is the version that the shell has',
  (name, range) => {
    const { dependencies } = shellPackage;
    expect(range).toBe(`^${dependencies[name as keyof typeof dependencies]}`);
  },
);
