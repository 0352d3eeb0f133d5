/** The worker of the product in a separate process: `reading-worker.ts OWNER_URL WEB_URL`. */
import { openWorker } from '../../src/app/server/worker.ts';
import { openDatabase } from '../../src/platform/server/database.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { testConfiguration } from '../support/web.ts';

const [ownerUrl = '', webUrl = ''] = process.argv.slice(2);
await openWorker({
  configuration: testConfiguration,
  ownerUrl,
  database: openDatabase(webUrl, { size: 6 }),
  log: openLog('warn'),
  isAlone: true,
});
