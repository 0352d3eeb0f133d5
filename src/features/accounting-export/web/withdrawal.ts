import { rest } from '../../../platform/web/api.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';

interface Job<Result> {
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly result: Result | null;
  readonly error: ConstructorParameters<typeof ApiRefusal>[0] | null;
}

/** The number of invoices that wait again, and of those that do not (EXP-23). */
export interface Withdrawn {
  readonly returned: number;
  readonly kept: number;
}

const askAgainMs = 500;

/** Withdraws a whole run and waits for the end of its job, which continues on its own. Fails like `rest`. */
export async function withdrawRun(id: number, reason: string): Promise<Withdrawn> {
  const order = { method: 'POST', body: { reason } } as const;
  const { job_id: job } = await rest<{ readonly job_id: number }>(
    `/api/invoice/export/${id}/withdraw`,
    order,
  );
  return await resultOf<Withdrawn>(job);
}

/** Waits for the result of a job. Fails like `rest`. */
export async function resultOf<Result>(job: number): Promise<Result> {
  for (;;) {
    const { state, result, error } = await rest<Job<Result>>(`/api/job/${job}`);
    if (error) throw new ApiRefusal(error);
    if (state === 'done' && result) return result;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}
