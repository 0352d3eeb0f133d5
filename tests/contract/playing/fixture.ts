import { contractFields, contractLineFields } from '../../../src/features/contract/fields.ts';
import type { Caller, DemoApi } from '../../support/demo-api.ts';
import { peopleOf } from '../../support/playing-people.ts';
import { type Administrators, withSecondAdministrator } from '../../support/playing-settings.ts';
import { switchModulesOn } from '../../support/switched-modules.ts';
import { publishRates } from './happenings.ts';
import { look, type Seen } from './look.ts';

/** The company's settings, as the game has set them. */
export interface Settings {
  readonly minApproval: number;
  separateSignature: boolean;
  whenLimitExceeded: 'confirm' | 'block';
}

/** One observed approval. */
export interface SeenApproval {
  /** The acting person; null if no approval was required. */
  readonly actor: number | null;
  /** The person in whose name it was given. */
  readonly person: number | null;
  readonly what: Seen;
  /** The person may approve in this company and is no maker of the contract (APPR-09, APPR-17, APPR-19). */
  readonly counts: boolean;
  /** The person's limit covered the commitment, or the excess was confirmed where allowed (APPR-11, CON-39). */
  readonly reaches: boolean;
}

/** The game's memory of one contract, independent of the database. */
export interface Memory {
  /** The approvals of the current round. */
  round: SeenApproval[];
  /** The people who created it or acted on it for somebody else. */
  readonly makers: Set<number>;
  /** The last editor: the person and the acting person. */
  changedBy: readonly number[];
  /** The contract as signed; null before. */
  sealed: Seen | null;
  /** The people who proposed the ending that waits for confirmation, and who recorded the last notice. */
  proposedBy: number | null;
  endedBy: number | null;
}

export interface ContractFixture {
  readonly demo: DemoApi;
  readonly administrators: Administrators;
  readonly callers: ReadonlyMap<string, Caller>;
  readonly tenantId: number;
  readonly settings: Settings;
  /** Further records of the tenant, by table. */
  readonly ids: Readonly<Record<string, readonly number[]>>;
  /** The contracts of this game, the oldest first, amendments included. */
  readonly contracts: number[];
  readonly memories: Map<number, Memory>;
  before: ReadonlyMap<number, Seen>;
  after: ReadonlyMap<number, Seen>;
  /** The person who took the move; null for an event. */
  caller: Caller | null;
  /** The day of the last daily job; null for today. */
  broughtTo: string | null;
}

/**
 * The rights in all games of a file: two create contracts, two change and sign them, and the requester is responsible
 * without any right.
 */
const rights: readonly (readonly [roles: string, ...logins: readonly string[]])[] = [
  ['{user-insert-contract,user-see-contracts}', 'accountant', 'receiver'],
  ['{user-price}', 'receiver'],
  ['{user-see-contracts,user-change-contract}', 'buyer', 'selector'],
  ['{user-insert-contract}', 'buyer'],
  ['{user-see-contracts}', 'requester', 'approver1', 'approver2', 'approver3'],
];

/** The shared start of all games in a file. */
export interface Prepared {
  readonly demo: DemoApi;
  readonly administrators: Administrators;
  readonly callers: ReadonlyMap<string, Caller>;
  readonly ids: ContractFixture['ids'];
}

export async function prepare(demo: DemoApi): Promise<Prepared> {
  await switchModulesOn({
    query: async (text, values) => ({ rows: await demo.db.sql(text, values), rowCount: null }),
  });
  for (const [roles, ...logins] of rights)
    await demo.db.sql(
      'update lb_user set roles = array(select distinct unnest(roles || $1::text[])) where email = any ($2)',
      [roles, logins.map((login) => `${login}@demo.test`)],
    );
  await demo.db.sql("delete from configuration where key like 'passkey%'");
  const administrators = await withSecondAdministrator(demo);
  const callers = await peopleOf(demo);
  return { demo, administrators, callers, ids: await choices(demo, callers.get('requester') as Caller) };
}

/** Records of every referenced table; `own` contains company and department of the requester. */
async function choices(demo: DemoApi, { context }: Caller): Promise<ContractFixture['ids']> {
  const fields = Object.values({ ...contractFields, ...contractLineFields });
  const tables = new Set(
    fields.flatMap((field) => ('references' in field && field.references ? [field.references] : [])),
  );
  const idsOf = async (text: string, values: unknown[]) =>
    (await demo.db.sql<{ id: string }>(text, values)).map(({ id }) => Number(id));
  const listed = await Promise.all(
    [...tables].map(async (table) => {
      const found = `select id from ${table} where tenant_id = $1 order by id limit 4`;
      return [table, await idsOf(found, [context.tenantId])] as const;
    }),
  );
  const own = await idsOf('select unnest(array[client_id, department_id]) as id from lb_user where id = $1', [
    context.userId,
  ]);
  return { ...Object.fromEntries(listed), own };
}

const freshTables = ['supplier', 'cost_center', 'department', 'ledger_account'];

/** Resets what games change. */
async function freshen({ db }: DemoApi, tenantId: number, minApproval: number): Promise<void> {
  const fresh: readonly (readonly [text: string, ...values: unknown[]])[] = [
    [
      `update client set min_approval = $2, when_limit_exceeded = 'confirm', when_budget_exceeded = 'confirm', self_approval = 'never',
         amount_basis = 'net', price_tolerance_percent = 0, currency = 'EUR', active = true, separate_signature = true,
         can_delete_document_directly = true where tenant_id = $1`,
      minApproval,
    ],
    [
      `update lb_user set substitute_id = null, absence_from = null, absence_to = null
       where tenant_id = $1 and substitute_id is not null`,
    ],
    ["update lb_user set approval_limit = null where tenant_id = $1 and email = 'approver3@demo.test'"],
    ...freshTables.map(
      (table) => [`update ${table} set active = true where tenant_id = $1 and not active`] as const,
    ),
  ];
  await Promise.all(fresh.map(([text, ...values]) => db.sql(text, [tenantId, ...values])));
}

/** Resets the settings; there is no contract yet. */
export async function beginContracts(prepared: Prepared, minApproval: number): Promise<ContractFixture> {
  const { tenantId } = prepared.administrators.first.context;
  await freshen(prepared.demo, tenantId, minApproval);
  await publishRates(prepared.demo, 1);
  const settings: Settings = { minApproval, separateSignature: true, whenLimitExceeded: 'confirm' };
  const nothing = new Map<number, Seen>();
  return {
    ...{ ...prepared, tenantId, settings, contracts: [], memories: new Map() },
    ...{ before: nothing, after: nothing, caller: null, broughtTo: null },
  };
}

/** Reads all contracts of the game. */
export async function lookAtAll({ demo, contracts }: ContractFixture): Promise<ReadonlyMap<number, Seen>> {
  return await look(demo, contracts);
}
