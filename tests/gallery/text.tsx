import { Heading, Lead, PageHeader, Section, SectionHead, Street, TextLink } from '@site/shared';
import { Group, Specimen } from './sheet.tsx';

const headingLooks = ['display', 'h1', 'h2', 'quote', 'post-title', 'h3', 'question'] as const;

export function Type() {
  return (
    <Group title="Type">
      {headingLooks.map((look) => (
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

export function Sections() {
  return (
    <Group title="Sections">
      {(['plain', 'band', 'night'] as const).map((tone) => (
        <Specimen key={tone} label={`section, ${tone}`} wide>
          <Section tone={tone}>
            <Heading level={3}>A quiet street</Heading>
            <Lead>With a lamp at each door.</Lead>
          </Section>
        </Specimen>
      ))}
      <Specimen label="section, night, focus-visible" state="focus-visible" wide>
        <Section tone="night">
          <GoHome />
        </Section>
      </Specimen>
      <Specimen label="page head" wide>
        <PageHeader title="Say hello" lead="We answer in your language." illustration={<Street eager />} />
      </Specimen>
    </Group>
  );
}

function GoHome() {
  return (
    <p>
      The focus ring on night: <TextLink page="home">go home</TextLink>
    </p>
  );
}
