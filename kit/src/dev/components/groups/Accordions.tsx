import { Accordion } from '@site/shared';
import { useId } from 'react';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

const states = ['hover', 'focus-visible'] as const;

export function Accordions() {
  return (
    <Group title="Accordion">
      <Specimen label="open and closed" wide>
        <Sample questions={['Is your team multilingual?', 'Do you build tailor-made solutions?']} />
      </Specimen>
      {states.map((state) => (
        <Specimen key={state} label={state} state={state} wide>
          <Sample questions={['Is your team multilingual?', 'Do you build tailor-made solutions?']} />
        </Specimen>
      ))}
    </Group>
  );
}

function Sample({ questions }: { readonly questions: readonly string[] }) {
  const id = useId();
  const answer = 'Yes. We work in English, French and Spanish every day, from London, Béthune and Barcelona.';
  return <Accordion items={questions.map((question) => ({ id: id + question, question, answer }))} />;
}
