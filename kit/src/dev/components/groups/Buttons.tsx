import { Button, ButtonLink } from '@site/shared';
import { Send } from 'lucide-react';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

const states = ['hover', 'focus-visible', 'active'] as const;

export function Buttons() {
  return (
    <>
      <Group title="Button, primary">
        <Specimen label="default">
          <Button>Discover our services</Button>
        </Specimen>
        {states.map((state) => (
          <Specimen key={state} label={state} state={state}>
            <Button>Discover our services</Button>
          </Specimen>
        ))}
        <Specimen label="disabled, own icon">
          <Button disabled icon={<Send />}>
            Send the message
          </Button>
        </Specimen>
        <Specimen label="small (navigation, map)">
          <Button size="small">Contact</Button>
        </Specimen>
        <Specimen label="wide (cards, phone)" wide>
          <Button wide>Get started</Button>
        </Specimen>
      </Group>
      <Group title="Button, secondary">
        <Specimen label="default">
          <Button variant="secondary">Talk to us</Button>
        </Specimen>
        {states.map((state) => (
          <Specimen key={state} label={state} state={state}>
            <Button variant="secondary">Talk to us</Button>
          </Specimen>
        ))}
        <Specimen label="disabled">
          <Button variant="secondary" disabled>
            Talk to us
          </Button>
        </Specimen>
        <Specimen label="small">
          <Button variant="secondary" size="small">
            Talk to us
          </Button>
        </Specimen>
        <Specimen label="link with arrow, wide" wide>
          <ButtonLink page="contact" variant="secondary" wide arrow>
            Get started
          </ButtonLink>
        </Specimen>
        <Specimen label="link with arrow, wide, hover" state="hover" wide>
          <ButtonLink page="contact" variant="secondary" wide arrow>
            Get started
          </ButtonLink>
        </Specimen>
      </Group>
    </>
  );
}
