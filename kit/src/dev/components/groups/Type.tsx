import { Heading, Lead, SectionHead } from '@site/shared';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

const looks = ['display', 'h1', 'h2', 'quote', 'post-title', 'h3', 'question'] as const;

export function Type() {
  return (
    <Group title="Type">
      {looks.map((look) => (
        <Specimen key={look} label={`heading, ${look}`} wide>
          <Heading level={3} look={look}>
            Make your web a better place
          </Heading>
        </Specimen>
      ))}
      <Specimen label="lead" wide>
        <Lead>Hosting, websites and e-mail, looked after by people who answer.</Lead>
      </Specimen>
      {(['start', 'center'] as const).map((align) => (
        <Specimen key={align} label={`section head, ${align}`} wide>
          <SectionHead
            level={3}
            title="Three houses, one street"
            lead="Each looks after its own trade."
            align={align}
          />
        </Specimen>
      ))}
    </Group>
  );
}
