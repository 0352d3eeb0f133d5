/** A worker in a separate process whose jobs never end: `hanging-worker.ts OWNER_URL WEB_URL`. */
import { systemClock } from '../../src/platform/server/clock.ts';
import { openDatabase } from '../../src/platform/server/database.ts';
import { startWorker } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';

const [ownerUrl = '', webUrl = ''] = process.argv.slice(2);
const worker = await startWorker({
  ownerUrl,
  database: openDatabase(webUrl, { size: 2 }),
  clock: systemClock,
  log: openLog('warn'),
  handlers: {
    count: async ({ progress }) => {
      await progress(50);
      console.log('working');
      await new Promise(() => {});
    },
  },
  tasks: {},
  schedule: {},
});
process.on('SIGTERM', () => void worker.stop());
