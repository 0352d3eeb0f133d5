/**
 * A worker in a separate process, whose job and task take two seconds: `patient-worker.ts OWNER_URL WEB_URL`. The job
 * queries the database at its end, the task does not.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../src/platform/server/clock.ts';
import { openDatabase } from '../../src/platform/server/database.ts';
import { startWorker } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';

const [ownerUrl = '', webUrl = ''] = process.argv.slice(2);
const worker = await startWorker({
  ownerUrl,
  database: openDatabase(webUrl, { size: 2 }),
  clock: systemClock,
  log: openLog('info'),
  handlers: {
    count: async ({ progress }) => {
      console.log('job begun');
      await delay(2_000);
      await progress(50);
    },
  },
  tasks: {
    call: async () => {
      console.log('task begun');
      await delay(2_000);
    },
  },
  schedule: {},
});
process.on('SIGTERM', async () => {
  await worker.stop();
  process.exit();
});
