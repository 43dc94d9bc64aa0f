import { GoLink, TextLink } from '@site/shared';
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
        <GoLink page="blog">Read more</GoLink>
      </Specimen>
      {states.map((state) => (
        <Specimen key={state} label={`go link, ${state}`} state={state}>
          <GoLink page="blog">Read more</GoLink>
        </Specimen>
      ))}
      <Specimen label="go link, down this page">
        <GoLink href="#hosting">See the details</GoLink>
      </Specimen>
      <Specimen label="go link, in a new tab">
        <GoLink page="blog" newTab>
          Read more
        </GoLink>
      </Specimen>
    </Group>
  );
}
