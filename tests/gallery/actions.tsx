import { ArrowLink, Button, ButtonLink, TextLink } from '@site/shared';
import { Send } from 'lucide-react';
import { Group, Specimen } from './sheet.tsx';

const buttonsStates = ['hover', 'focus-visible', 'active'] as const;

export function Buttons() {
  return (
    <>
      <Group title="Button, primary">
        <Specimen label="default">
          <Button>Discover our services</Button>
        </Specimen>
        {buttonsStates.map((state) => (
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
          <Button variant="secondary">Write to us</Button>
        </Specimen>
        {buttonsStates.map((state) => (
          <Specimen key={state} label={state} state={state}>
            <Button variant="secondary">Write to us</Button>
          </Specimen>
        ))}
        <Specimen label="disabled">
          <Button variant="secondary" disabled>
            Write to us
          </Button>
        </Specimen>
        <Specimen label="small">
          <Button variant="secondary" size="small">
            Write to us
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

const linksStates = ['hover', 'focus-visible'] as const;

export function Links() {
  return (
    <Group title="Links">
      <Specimen label="text link">
        <p>
          Write to us through the <TextLink page="contact">contact page</TextLink>.
        </p>
      </Specimen>
      {linksStates.map((state) => (
        <Specimen key={state} label={`text link, ${state}`} state={state}>
          <p>
            Write to us through the <TextLink page="contact">contact page</TextLink>.
          </p>
        </Specimen>
      ))}
      <Specimen label="go link, on this site">
        <ArrowLink page="blog">Read more</ArrowLink>
      </Specimen>
      {linksStates.map((state) => (
        <Specimen key={state} label={`go link, ${state}`} state={state}>
          <ArrowLink page="blog">Read more</ArrowLink>
        </Specimen>
      ))}
      <Specimen label="go link, down this page">
        <ArrowLink href="#hosting">See the details</ArrowLink>
      </Specimen>
      <Specimen label="go link, in a new tab">
        <ArrowLink page="blog" newTab>
          Read more
        </ArrowLink>
      </Specimen>
    </Group>
  );
}
