import { illustrations, MediaFacade } from '@site/shared';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

const nowhere = 'about:blank';

export function Media() {
  return (
    <Group title="Media facade">
      {(['video', 'map'] as const).map((kind) => (
        <Specimen key={kind} label={kind} wide>
          <MediaFacade
            kind={kind}
            title={`A ${kind}`}
            src={nowhere}
            poster={illustrations.street}
            playLabel={`Load the ${kind}`}
            caption="Nothing of a third party is loaded before you ask for it."
          />
        </Specimen>
      ))}
    </Group>
  );
}
