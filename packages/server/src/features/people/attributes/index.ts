// Front door of what was told of people outside of events: attributes, and edits by teammates.
export { type Attributes, attributesOf, editsOfFacts, noFacts, type UserFacts } from './facts.ts';
export {
  deleteFacts,
  lockAttributes,
  lockEdits,
  selectFacts,
  updateAttributes,
  updateEdits,
} from './store.ts';
