/** A Vitest reporter: writes the duration of each test file, with its set-up, into KONTOR_FILE_TIMES. */
import { writeFileSync } from 'node:fs';

export default class FileTimes {
  #files = [];

  onTestModuleEnd(module) {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const seconds = (collectDuration + setupDuration + duration) / 1000;
    this.#files.push({ file: module.relativeModuleId, seconds });
  }

  onTestRunEnd() {
    writeFileSync(process.env.KONTOR_FILE_TIMES, JSON.stringify(this.#files));
  }
}
