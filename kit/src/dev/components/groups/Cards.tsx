import { Art, art, Card, GoLink, Heading } from '@site/shared';
import type { ComponentProps } from 'react';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

const house = <Art src={art.houseBarcelona} width={176} height={185} eager />;

export function Cards() {
  return (
    <Group title="Cards">
      <Specimen label="without art">
        <Sample />
      </Specimen>
      <Specimen label="with art">
        <Sample art={house} />
      </Specimen>
      <Specimen label="chosen">
        <Sample art={house} chosen />
      </Specimen>
      <Specimen label="interactive">
        <Sample art={house} interactive />
      </Specimen>
      <Specimen label="interactive, hover" state="hover">
        <Sample art={house} interactive />
      </Specimen>
      <Specimen label="interactive, focus-visible" state="focus-visible">
        <Sample art={house} interactive />
      </Specimen>
    </Group>
  );
}

function Sample(props: Omit<ComponentProps<typeof Card>, 'children'>) {
  return (
    <Card {...props}>
      <Heading level={3}>Barcelona</Heading>
      <p>An old printer’s workshop, two streets from the sea.</p>
      <GoLink page="contact">Book a meeting</GoLink>
    </Card>
  );
}
