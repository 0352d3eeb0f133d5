import type pg from 'pg';
import { type ApiRole, apiRole, type Context, isAuditor } from '../../context.ts';
import { suffices } from '../../means.ts';
import { causeText, currentCause } from '../telemetry/cause.ts';
import { isTracing } from '../telemetry/tracing.ts';

/**
 * The database roles of a transaction (TECH-03): readers see what a person may see; `writer` sees the whole tenant
 * and acts only on rows found as reader; `operator` crosses tenants on the tables of the operator area; `gate` runs
 * before a person is known (login, job sweep); `auditor` reads one company and period (ARC-04). Readers differ only
 * in columns: `_price` reads amounts (ROLE-07), `_bank` supplier accounts, `reader_admin` both and the control
 * settings of colleagues (AUTH-31).
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

/** How a person's transaction begins. */
export interface EntranceOptions {
  readonly role?: DatabaseRole;
  readonly planMode?: PlanMode;
  /**
   * An auditor may write within `run`: the request log, own sessions, a requested export (ARC-04). All other
   * transactions of an auditor are read-only and need a logged request.
   */
  readonly isOwnMatter?: boolean;
  /** Registration of a first passkey, open to people who must have one (AUTH-36). */
  readonly isForPasskey?: boolean;
}

export interface TransactionOptions extends EntranceOptions {
  /** `run` sends a single statement before its first wait: COMMIT then shares the round trip. */
  readonly isOneStatement?: boolean;
  /** Statement limit for `run` in milliseconds, instead of the usual one. */
  readonly timeLimitMs?: number;
  /** All statements of `run` see the snapshot of the first. */
  readonly isSnapshot?: boolean;
  /** `run` only reads, and may do so on a replica that has everything committed before (TECH-15). */
  readonly readsOnly?: boolean;
}

/** The name of the product's connections at the database. */
const applicationName = 'kontor';

const settings =
  "set_config($6, $7, true), set_config($8, $9, true), set_config($10, $11, true), set_config($12, $13, true), set_config($14, app.modules_off(), true), set_config('app.cause', $15, true), set_config('application_name', $16, true), current_setting('app.moving', true) as moving";

const enterStatement = { name: 'enter', text: `select app.enter($1, $2, $3, $4, $5), ${settings}` };

/** As `enterStatement`, for means that do not suffice if the person must have a passkey (AUTH-36). */
const enterWithoutPasskey = {
  name: 'enter-without-passkey',
  text: `select app.enter($1, $2, $3, $4, $5), app.require_passkey($17), app.require_sign_on(), ${settings}`,
};

/** As `enterStatement`, for means that do not suffice where only single sign-on is allowed (AUTH-32). */
const enterWithoutSignOn = {
  name: 'enter-without-sign-on',
  text: `select app.enter($1, $2, $3, $4, $5), app.require_sign_on(), ${settings}`,
};

const auditorStatement = {
  name: 'auditor',
  text: "select set_config('app.request_id', $1, true), set_config('app.own_matters', $2, true), set_config('search_path', $3, true)",
};

/** For auditors, restricted views hide the tables of the same names (ARC-09). */
const auditedPath = 'audited, public';

/** Refuses a job attempt that another worker has taken over (JOB-06). */
const jobStatement = { name: 'job', text: 'select app.require_job($1, $2, $3)' };

/** The reader role that the person's rights allow (ROLE-07). */
export function readerRole(context: Pick<Context, 'roles'>): DatabaseRole {
  if (isAuditor(context)) return 'auditor';
  return readerOf(apiRole({ ...context, asOperator: false }));
}

/** The reader role of an API schema, except the operator's. */
export function readerOf({ kind, price, bank = false }: ApiRole): DatabaseRole {
  if (kind === 'admin') return 'reader_admin';
  if (price) return bank ? 'reader_price_bank' : 'reader_price';
  return bank ? 'reader_bank' : 'reader';
}

/** The role a transaction begins as, and the statements that pass the person to the database. */
export interface Entrance {
  readonly role: DatabaseRole;
  readonly enter: pg.QueryConfig;
  /** Background work. */
  readonly isBackground?: boolean;
  /** Statements before entering: an auditor's restriction, or the attempt of a job. */
  readonly before: readonly pg.QueryConfig[];
}

/** The answer of the entry; the gate has none. */
export interface Entered {
  readonly moving?: string | null;
}

/** Whether the transaction entered a tenant that moves to another installation, where people only read (TECH-18). */
export async function isTenantMoving(
  entered: Promise<pg.QueryResult<Entered>> | undefined,
): Promise<boolean> {
  return (await entered)?.rows[0]?.moving === 'on';
}

const gateStatement = {
  name: 'enter-gate',
  text: "select set_config('role', 'gate', true), set_config('app.cause', $1, true), set_config('application_name', $2, true)",
};

export function gateEntrance(): Entrance {
  return { role: 'gate', before: [], enter: { ...gateStatement, values: causeSettings() } };
}

/**
 * What the transaction belongs to: for what it puts into the queue, and with traces for `pg_stat_activity` and the log
 * of PostgreSQL. A comment in the statements would make each a new one to prepare (decision 0701).
 */
function causeSettings(): string[] {
  const cause = currentCause();
  return [causeText(cause), isTracing() && cause ? `${applicationName} ${cause.requestId}` : applicationName];
}

function boundEntry(
  context: Context,
  values: readonly unknown[],
  requiresOperatorPasskeys: boolean,
): pg.QueryConfig {
  if (!suffices(context, 'bound_entry'))
    return { ...enterWithoutPasskey, values: [...values, requiresOperatorPasskeys] };
  const statement = suffices(context, 'sign_on_entry') ? enterStatement : enterWithoutSignOn;
  return { ...statement, values: [...values] };
}

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
    ...causeSettings(),
  ];
  // A job continues for the person who requested it earlier.
  const isBound = context.tokenVersion !== null && !options.isForPasskey;
  return {
    role,
    isBackground: context.tokenVersion === null,
    enter: isBound
      ? boundEntry(context, values, options.requiresOperatorPasskeys)
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
