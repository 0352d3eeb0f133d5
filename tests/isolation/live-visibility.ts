import { documentVisibility } from '../../src/timeline/server/document-visibility.ts';
import { tenantA } from '../support/tenants.ts';
import type { Office, Person } from './people.ts';

/** The documents that each person hears of live if all of them change, and those that the person reads. */
export async function liveAndRead(
  office: Office,
  people: readonly Person[],
): Promise<readonly { readonly heard: readonly string[]; readonly read: readonly string[] }[]> {
  const visibility = documentVisibility(office.db.database);
  const subscribers = await Promise.all(
    people.map(async (person) => {
      const context = office.context(person);
      return { context, rights: await visibility.rightsOf(context) };
    }),
  );
  const { rows } = await office.owner.query<{ kind: string; id: string }>(
    'select kind, id from document where tenant_id = $1',
    [tenantA.id],
  );
  const changes = rows.map(({ kind, id }) => ({ kind, id: Number(id), version: 1 }));
  const heard = await visibility.visibleTo(Number(tenantA.id), subscribers, changes);
  return await Promise.all(
    people.map(async (person, place) => {
      const read = await office.as(person, (tx) =>
        tx.query<{ key: string }>("select kind || ' ' || id as key from document"),
      );
      return {
        heard: (heard[place] ?? []).map(({ kind, id }) => `${kind} ${id}`).toSorted(),
        read: read.map(({ key }) => key).toSorted(),
      };
    }),
  );
}
