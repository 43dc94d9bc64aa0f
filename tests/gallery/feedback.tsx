import {
  Alert,
  Badge,
  CheckList,
  CountdownRing,
  IconArch,
  IconTile,
  List,
  NumberPlaque,
  Spinner,
  WordPlaque,
} from '@site/shared';
import { Gauge, Play, Quote, Timer } from 'lucide-react';
import { Group, Specimen } from './sheet.tsx';

const tones = ['neutral', 'accent', 'success', 'error', 'info'] as const;

export function Badges() {
  return (
    <Group title="Badges, plaques, icons">
      <Specimen label="badge, in each tone, and with an icon" wide>
        <div className="specimen-row">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="accent" icon={<Play />}>
            youtube
          </Badge>
        </div>
      </Specimen>
      <Specimen label="number plaque, regular and small">
        <div className="specimen-row">
          <NumberPlaque>1</NumberPlaque>
          <NumberPlaque size="small">2</NumberPlaque>
        </div>
      </Specimen>
      <Specimen label="icon arch, regular and large">
        <div className="specimen-row">
          <IconArch>
            <Timer />
          </IconArch>
          <IconArch size="large">
            <Quote />
          </IconArch>
        </div>
      </Specimen>
      <Specimen label="icon tile">
        <IconTile>
          <Gauge />
        </IconTile>
      </Specimen>
      <Specimen label="word plaque (hero only)">
        <p className="specimen-hero">
          <WordPlaque city="London" word="place" />
        </p>
      </Specimen>
      <Specimen label="check list" wide>
        <CheckList items={['Hosting for one website', 'E-mail set-up with authentication']} />
      </Specimen>
    </Group>
  );
}

export function Waiting() {
  return (
    <Group title="Waiting">
      {[10, 7, 0].map((left) => (
        <Specimen key={left} label={`countdown ring, ${left} of 10 seconds left`}>
          <CountdownRing total={10} left={left} label="Time until the door opens" />
        </Specimen>
      ))}
      <Specimen label="spinner">
        <Spinner label="Loading" />
      </Specimen>
    </Group>
  );
}

export function Alerts() {
  return (
    <Group title="Alerts">
      <Specimen label="error, with a list" wide>
        <Alert tone="error" title="Please correct the following error(s)">
          <List>
            <li>Name required or length incorrect</li>
            <li>Valid email required.</li>
          </List>
        </Alert>
      </Specimen>
      <Specimen label="success" wide>
        <Alert tone="success">Message has been sent to our team</Alert>
      </Specimen>
      <Specimen label="information" wide>
        <Alert tone="info">The map loads only when you ask for it.</Alert>
      </Specimen>
    </Group>
  );
}
