import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** The names of the properties that a file's interfaces declare, by interface. */
export function interfaceMembers(file: string): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, readonly string[]>();
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      const names = body.body.flatMap((member) => {
        if (member.type !== 'TSPropertySignature') return [];
        if (member.key.type === 'Identifier') return [member.key.name];
        return member.key.type === 'Literal' ? [String(member.key.value)] : [];
      });
      members.set(id.name, [...(members.get(id.name) ?? []), ...names]);
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return members;
}
