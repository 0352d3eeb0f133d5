import type { Facts } from './facts.ts';
import type { Block, DiagramStep } from './model.ts';
import type { Words } from './words.ts';

/** Steps of each diagram; a step with `otherwise` has a second way out. */
const diagrams = {
  procurement: [
    ['enter', false],
    ['approve', true],
    ['order', false],
    ['receive', true],
  ],
  invoice: [
    ['receive', false],
    ['recognise', false],
    ['check', true],
    ['approve', true],
    ['account', false],
    ['export', true],
    ['keep', false],
  ],
  contract: [
    ['enter', false],
    ['check', true],
    ['sign', false],
    ['run', true],
    ['end', false],
  ],
} as const;

/** Flow diagrams of the enabled modules (ARC-07). */
export function diagramBlocks({ settings }: Facts, words: Words): readonly Block[] {
  const neverApproved = settings.invoice_approval === 'never';
  return (Object.keys(diagrams) as (keyof typeof diagrams)[])
    .filter((name) => settings[`module_${name}`] === true)
    .map((name) => ({
      kind: 'diagram',
      title: words.of(`chapter.${name}.title`),
      steps: diagrams[name]
        .filter(([step]) => !(name === 'invoice' && step === 'approve' && neverApproved))
        .map(([step, isForked]) => stepOf(words, `diagram.${name}.${step}`, isForked)),
    }));
}

function stepOf(words: Words, key: string, isForked: boolean): DiagramStep {
  return {
    name: words.of(`${key}.name`),
    by: words.of(`${key}.by`),
    ...(isForked && { otherwise: words.of(`${key}.otherwise`) }),
  };
}
