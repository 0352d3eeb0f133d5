import type { Context } from '../context.ts';
import type { Database, Tx } from './database.ts';

type Run<T> = (tx: Tx) => Promise<T>;
type Tenants = Pick<Database, 'inTenant'>;

/** Runs in one transaction of a tenant as `writer`, which sees all its rows: the caller checks the person's rights. */
export function asWriter<T>(database: Tenants, context: Context, run: Run<T>): Promise<T> {
  return database.inTenant(context, run, { role: 'writer' });
}

/** Runs in one transaction as `operator`, for the operator area (TECH-04). */
export function asOperator<T>(database: Tenants, context: Context, run: Run<T>): Promise<T> {
  return database.inTenant(context, run, { role: 'operator' });
}
