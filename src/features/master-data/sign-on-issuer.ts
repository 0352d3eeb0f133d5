import type { FieldProblem } from '../../base/refusal.ts';
import { entity, type Row } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { url } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { secret } from '../../entity/kinds/stored.ts';
import { text } from '../../entity/kinds/text.ts';

/** Issuers with accounts for everyone, so that a claim must name the company. */
const publicIssuers: readonly string[] = ['https://accounts.google.com'];

/** A claim and its value belong together; an issuer for everybody needs them (AUTH-32). */
function checkOrganisation({ issuer, organisation_claim, organisation }: Row): readonly FieldProblem[] {
  const isNeeded =
    organisation_claim !== null || organisation !== null || publicIssuers.includes(String(issuer));
  if (!isNeeded) return [];
  return Object.entries({ organisation_claim, organisation }).flatMap(([field, value]): FieldProblem[] =>
    value === null ? [{ field, code: 'field_required' }] : [],
  );
}

/** The registration of the product at an issuer of the company, for single sign-on (AUTH-32). */
export const signOnIssuer = entity(
  'sign_on_issuer',
  {
    name: text({ required: true }),
    issuer: url({ required: true }),
    application_id: text({ required: true }),
    application_secret: secret(),
    organisation_claim: text({ max: 100 }),
    organisation: text(),
    trusts_addresses: flag(),
    groups_claim: text({ max: 100 }),
    active: flag({ initial: true }),
  },
  {
    route: 'sign-on-issuer',
    label: ['name'],
    list: ['name', 'issuer', 'active'],
    check: checkOrganisation,
    children: {
      groups: {
        table: 'sign_on_group',
        owner: 'sign_on_issuer_id',
        fields: {
          value: text({ required: true }),
          task_group_id: reference('task_group', { required: true }),
        },
        columns: ['value', 'task_group_id'],
        order: ['value'],
        unstamped: true,
      },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          { field: 'issuer', width: 'wide' },
          { field: 'application_id', width: 'half' },
          { field: 'application_secret', width: 'half' },
          { hand: 'sign-on-connection' },
          { section: 'people', hint: true },
          { field: 'trusts_addresses', width: 'full' },
          { field: 'organisation_claim', width: 'half' },
          { field: 'organisation', width: 'half' },
          { field: 'active', width: 'full' },
          { section: 'groups', hint: true },
          { field: 'groups_claim', width: 'half' },
          { children: 'groups' },
        ],
      },
    ],
  },
);
