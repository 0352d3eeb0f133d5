import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImportResult } from '../../src/entity/import-order.ts';
import { type DemoWeb, demoWeb, formOf, type RestAnswer, type WebCaller } from '../support/demo-web.ts';

/** A finished job in the API's form. */
export interface FinishedJob {
  readonly id: number;
  readonly state: 'done' | 'failed';
  readonly result: ImportResult;
  readonly error: { readonly code: string } | null;
}

/** The demo with its worker, and an importing administrator. */
export interface ImportSetup {
  readonly demo: DemoWeb;
  readonly admin: WebCaller;
  /** Uploads a file unchanged. */
  send(table: string, bytes: Buffer, settings?: object, who?: WebCaller): Promise<RestAnswer>;
  /** Imports an accepted file, and waits for the end. */
  run(table: string, file: string | Buffer, settings?: object, who?: WebCaller): Promise<FinishedJob>;
  /** Answers the questions of an import, and waits for the end. */
  answer(table: string, job: number, answers: object): Promise<FinishedJob>;
  /** The rows of the report, without its head. */
  report(result: ImportResult): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openImports(): Promise<ImportSetup> {
  const demo = await demoWeb();
  await demo.web.startWorker();
  const admin = await demo.person('admin@demo.test');
  const send: ImportSetup['send'] = (table, bytes, settings, who = admin) =>
    who.send({
      ...formOf(settings ? { settings: JSON.stringify(settings) } : {}, [{ name: 'a.csv', bytes }]),
      url: `/api/import/${table}`,
    });
  const ended = async (answer: RestAnswer): Promise<FinishedJob> => {
    if (answer.status !== 200) throw new Error(`refused: ${answer.body}`);
    const { id } = answer.json<{ id: number }>();
    for (;;) {
      const job = (await admin.send({ method: 'GET', url: `/api/job/${id}` })).json<FinishedJob>();
      if (['done', 'failed'].includes(job.state)) return job;
      await delay(30);
    }
  };
  return {
    demo,
    admin,
    send,
    run: async (table, file, settings, who) =>
      await ended(await send(table, Buffer.from(file), settings, who)),
    answer: async (table, job, answers) =>
      await ended(
        await admin.send({
          method: 'POST',
          url: `/api/import/${table}/again`,
          payload: { job, idempotency_key: randomUUID(), ...answers },
        }),
      ),
    report: async ({ report_file_id: id }) => {
      const { body } = await admin.send({ method: 'GET', url: `/api/file/${id}` });
      return body.toString().trim().split('\r\n').slice(1);
    },
    close: () => demo.close(),
  };
}
