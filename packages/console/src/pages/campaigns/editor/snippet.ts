// What a developer adds to a page so that it shows a campaign.
import type { CampaignInput } from '@attune/contract';

const keyName = '<CLIENT-SIDE API KEY>';

/** What a page has where there is no answer, and in control groups. */
const fallbacks: Readonly<Record<CampaignInput['type'], string>> = {
  custom: '{}',
  recommendations: '{ slots: [] }',
  sorting: '{ slots: [] }',
};

/** For a page of HTML; `selector` is the placement's name. */
export function snippetOf(origin: string, selector: string, type: CampaignInput['type']): string {
  const name = JSON.stringify(selector).replaceAll('<', '\\u003c');
  return `<script src="${origin}/sdk.js"></script>
<script>
  const attune = Attune.createVisitor({ key: '${keyName}' });
  attune.experience(${name}, ${fallbacks[type]}).then(({ value }) => {
    // Show the value in this place of the page.
    console.log(value);
  });
</script>`;
}
