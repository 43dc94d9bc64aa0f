import { Badge, CheckList, IconArch, IconTile, NumberPlaque, WordPlaque } from '@site/shared';
import { Gauge, Play, Quote, Timer } from 'lucide-react';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

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
