import { setImmediate as turn } from 'node:timers/promises';

/**
 * The longest time for which something blocks this thread, in milliseconds of processor time, which does not depend
 * on the load of the machine.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (let before = process.threadCpuUsage(); !isOver; ) {
      await turn();
      const { user, system } = process.threadCpuUsage(before);
      before = process.threadCpuUsage();
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return longest;
}
