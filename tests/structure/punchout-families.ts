import { askedOfShops, marketplaceProviders } from '../../src/features/master-data/marketplace-presets.ts';
import { itemProblems, punchoutProtocols } from '../../src/features/punchout/cart.ts';
import { unclearFields } from '../../src/features/punchout/decided.ts';
import { noShopAnswers, senderUnknown, shopStatuses } from '../../src/features/punchout/log-words.ts';
import { returnStates } from '../../src/features/punchout/return-states.ts';

/** Texts of punch-out with composed keys. */
export const punchoutFamilies: Readonly<Record<string, readonly string[]>> = {
  'entity.marketplace.choice.provider.*': marketplaceProviders,
  'entity.marketplace.choice.protocol.*': punchoutProtocols,
  'punchout.problem.*': itemProblems,
  'punchout.reading.*': unclearFields,
  'punchout.known.*': ['cxml', 'oci', 'cxml_oci', 'none'],
  'punchout.notice.*': [
    'confirmation',
    'ship_notice',
    'withdrawn',
    'status',
    'backordered',
    'rejected',
    'partly_rejected',
    'part',
    'part_on',
  ],
  'punchout.ask.*': askedOfShops,
  'punchout.silence.*': noShopAnswers,
  'punchout.logged.*': [...returnStates, ...shopStatuses, senderUnknown],
  'punchout.page.*.title': returnStates,
  'punchout.page.*.text': returnStates,
};
