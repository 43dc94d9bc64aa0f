import { ArrowLink, TextLink } from '@site/shared';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

const states = ['hover', 'focus-visible'] as const;

export function Links() {
  return (
    <Group title="Links">
      <Specimen label="text link">
        <p>
          Write to us through the <TextLink page="contact">contact page</TextLink>.
        </p>
      </Specimen>
      {states.map((state) => (
        <Specimen key={state} label={`text link, ${state}`} state={state}>
          <p>
            Write to us through the <TextLink page="contact">contact page</TextLink>.
          </p>
        </Specimen>
      ))}
      <Specimen label="go link, on this site">
        <ArrowLink page="blog">Read more</ArrowLink>
      </Specimen>
      {states.map((state) => (
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
