import { ArrowLink, Card, Heading, Illustration, illustrations } from '@site/shared';
import type { ComponentProps } from 'react';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

const house = <Illustration src={illustrations.houseBarcelona} width={176} height={185} eager />;

export function Cards() {
  return (
    <Group title="Cards">
      <Specimen label="without illustration">
        <Sample />
      </Specimen>
      <Specimen label="with illustration">
        <Sample illustration={house} />
      </Specimen>
      <Specimen label="chosen">
        <Sample illustration={house} chosen />
      </Specimen>
      <Specimen label="interactive">
        <Sample illustration={house} interactive />
      </Specimen>
      <Specimen label="interactive, hover" state="hover">
        <Sample illustration={house} interactive />
      </Specimen>
      <Specimen label="interactive, focus-visible" state="focus-visible">
        <Sample illustration={house} interactive />
      </Specimen>
    </Group>
  );
}

function Sample(props: Omit<ComponentProps<typeof Card>, 'children'>) {
  return (
    <Card {...props}>
      <Heading level={3}>Barcelona</Heading>
      <p>An old printer’s workshop, two streets from the sea.</p>
      <ArrowLink page="contact">Book a meeting</ArrowLink>
    </Card>
  );
}
