import { startCluster } from '../bench/cluster.ts';
import { load } from '../bench/load.ts';
import { writeFileSync } from 'node:fs';
const cluster = await startCluster(false);
const t = await load(cluster.owner, { size: { tenants: 50, largest: 100_000, others: 800_000 }, hasInvoices: true }, (s) => console.log(s));
writeFileSync('/tmp/bigdb.json', JSON.stringify({ ownerUrl: cluster.ownerUrl, webUrl: cluster.webUrl, tenant: t[0] }));
console.log('ready');
await new Promise<void>((r) => process.once('SIGTERM', () => r()));
await cluster[Symbol.asyncDispose]();
