import type pg from 'pg';
import { type ApiRole, apiRole, type Context, isAuditor } from '../../context.ts';
import { suffices } from '../../means.ts';

/**
 * The database roles a transaction can act as (TECH-03): readers see what a person may see, `writer` sees
 * the whole tenant and only acts on targets that were found as reader, `operator` crosses tenants on the
 * tables of the operator area, and `gate` serves what happens before a person is known (login, job sweep).
 * `auditor` is the reader of one company and period (ARC-04). Readers differ in columns alone: `_price` reads amounts (ROLE-07),
 * `_bank` accounts of suppliers, `reader_admin` these and what governs colleagues (AUTH-31).
 *
 * @see docs/topics/tenants-and-visibility.md
 */
export type DatabaseRole =
  | 'reader'
  | 'reader_bank'
  | 'reader_price'
  | 'reader_price_bank'
  | 'reader_admin'
  | 'auditor'
  | 'writer'
  | 'operator'
  | 'gate';

export type PlanMode = 'auto' | 'force_custom_plan';

/** As what a transaction of a person begins. */
export interface EntranceOptions {
  readonly role?: DatabaseRole;
  readonly planMode?: PlanMode;
  /**
   * An auditor may write within `run`: the log of his requests, his own sessions, the export that he asks for (ARC-04). All
   * his other transactions only read, and only for a request that is in the log.
   */
  readonly isOwnMatter?: boolean;
  /** On the way to a first passkey, which is open to those of whom one is required (AUTH-36). */
  readonly isForPasskey?: boolean;
}

const settings =
  'set_config($6, $7, true), set_config($8, $9, true), set_config($10, $11, true), set_config($12, $13, true), set_config($14, app.modules_off(), true)';

const enterStatement = { name: 'enter', text: `select app.enter($1, $2, $3, $4, $5), ${settings}` };

/** As `enterStatement`, of somebody whose means do not suffice where a passkey is required of him (AUTH-36). */
const enterWithoutPasskey = {
  name: 'enter-without-passkey',
  text: `select app.enter($1, $2, $3, $4, $5), app.require_passkey($15), ${settings}`,
};

const auditorStatement = {
  name: 'auditor',
  text: "select set_config('app.request_id', $1, true), set_config('app.own_matters', $2, true), set_config('search_path', $3, true)",
};

/** An auditor reads what is narrowed for him in place of the tables of the same names (ARC-09). */
const auditedPath = 'audited, public';

/** Refuses an attempt whose job another worker has taken over (JOB-06). */
const jobStatement = { name: 'job', text: 'select app.require_job($1, $2, $3)' };

/** The reader that the person's rights allow (ROLE-07). */
export function readerRole(context: Pick<Context, 'roles'>): DatabaseRole {
  if (isAuditor(context)) return 'auditor';
  return readerOf(apiRole({ ...context, asOperator: false }));
}

/** The reader behind a schema of the API that is no operator's. */
export function readerOf({ kind, price, bank = false }: ApiRole): DatabaseRole {
  if (kind === 'admin') return 'reader_admin';
  if (price) return bank ? 'reader_price_bank' : 'reader_price';
  return bank ? 'reader_bank' : 'reader';
}

/** As what a transaction begins, with what it tells the database of the person. */
export interface Entrance {
  readonly role: DatabaseRole;
  readonly enter: pg.QueryConfig;
  /** Of work in the background. */
  readonly isBackground?: boolean;
  /** Of an auditor, what the database has to know before he enters; of a job, which attempt at it this is. */
  readonly before: readonly pg.QueryConfig[];
}

export const gate: Entrance = {
  role: 'gate',
  before: [],
  enter: { name: 'enter-gate', text: "select set_config('role', 'gate', true)" },
};

export function entranceOf(
  context: Context,
  options: EntranceOptions & { readonly requiresOperatorPasskeys: boolean },
): Entrance {
  const role = options.role ?? readerRole(context);
  const values = [
    context.tenantId,
    context.userId,
    context.actorId,
    context.tokenVersion,
    context.asOperator,
    'role',
    role,
    'plan_cache_mode',
    options.planMode ?? 'auto',
    'app.lang',
    context.language,
    'app.means',
    context.means,
    'app.modules_off',
  ];
  // A job goes on for whoever asked for it before.
  const isBound = context.tokenVersion !== null && !options.isForPasskey && !suffices(context, 'bound_entry');
  return {
    role,
    isBackground: context.tokenVersion === null,
    enter: isBound
      ? { ...enterWithoutPasskey, values: [...values, options.requiresOperatorPasskeys] }
      : { ...enterStatement, values },
    before: [
      ...(isAuditor(context)
        ? [
            {
              ...auditorStatement,
              values: [context.requestId, ...(options.isOwnMatter ? ['on', 'public'] : ['', auditedPath])],
            },
          ]
        : []),
      ...(context.attempt
        ? [{ ...jobStatement, values: [context.tenantId, context.attempt.jobId, context.attempt.number] }]
        : []),
    ],
  };
}
