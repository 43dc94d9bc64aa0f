import { expect, test } from '@rstest/core';
import sharedPackage from '@site/shared/package.json' with { type: 'json' };
import projectPackage from '../../../../../package.json' with { type: 'json' };

test.each(Object.entries(sharedPackage.peerDependencies))(
  'the range of %s is the version that the shell has',
  (name, range) => {
    const { dependencies } = projectPackage;
    expect(range).toBe(`^${dependencies[name as keyof typeof dependencies]}`);
  },
);
