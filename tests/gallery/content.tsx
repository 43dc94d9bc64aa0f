import {
  Accordion,
  ArrowLink,
  Card,
  Heading,
  Illustration,
  illustrations,
  Logo,
  Mark,
  MediaFacade,
  SocialMark,
  Street,
} from '@site/shared';
import { type ComponentProps, useId } from 'react';
import { Group, Specimen } from './sheet.tsx';

const accordionsStates = ['hover', 'focus-visible'] as const;

export function Accordions() {
  return (
    <Group title="Accordion">
      <Specimen label="open and closed" wide>
        <AccordionSample questions={['Is your team multilingual?', 'Do you build tailor-made solutions?']} />
      </Specimen>
      {accordionsStates.map((state) => (
        <Specimen key={state} label={state} state={state} wide>
          <AccordionSample questions={['Is your team multilingual?', 'Do you build tailor-made solutions?']} />
        </Specimen>
      ))}
    </Group>
  );
}

function AccordionSample({ questions }: { readonly questions: readonly string[] }) {
  const id = useId();
  const answer = 'Yes. We work in English, French and Spanish every day, from London, Béthune and Barcelona.';
  return <Accordion items={questions.map((question) => ({ id: id + question, question, answer }))} />;
}

const house = <Illustration src={illustrations.houseBarcelona} width={176} height={185} eager />;

export function Cards() {
  return (
    <Group title="Cards">
      <Specimen label="without illustration">
        <CardSample />
      </Specimen>
      <Specimen label="with illustration">
        <CardSample illustration={house} />
      </Specimen>
      <Specimen label="chosen">
        <CardSample illustration={house} chosen />
      </Specimen>
      <Specimen label="interactive">
        <CardSample illustration={house} interactive />
      </Specimen>
      <Specimen label="interactive, hover" state="hover">
        <CardSample illustration={house} interactive />
      </Specimen>
      <Specimen label="interactive, focus-visible" state="focus-visible">
        <CardSample illustration={house} interactive />
      </Specimen>
    </Group>
  );
}

function CardSample(props: Omit<ComponentProps<typeof Card>, 'children'>) {
  return (
    <Card {...props}>
      <Heading level={3}>Barcelona</Heading>
      <p>An old printer’s workshop, two streets from the sea.</p>
      <ArrowLink page="contact">Book a meeting</ArrowLink>
    </Card>
  );
}

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

export function Drawings() {
  return (
    <Group title="Marks and drawings">
      <Specimen label="logo">
        <Logo />
      </Specimen>
      <Specimen label="mark">
        <Mark />
      </Specimen>
      <Specimen label="social marks">
        <div className="specimen-row">
          <SocialMark network="linkedin" />
          <SocialMark network="github" />
        </div>
      </Specimen>
      {[illustrations.houseLondon, illustrations.houseBethune, illustrations.houseBarcelona].map((src) => (
        <Specimen key={src} label="house">
          <Illustration src={src} width={168} height={185} eager />
        </Specimen>
      ))}
      <Specimen label="street" wide>
        <Street eager />
      </Specimen>
    </Group>
  );
}
