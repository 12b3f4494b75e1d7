// Front door of what is known of people outside of events: attributes, and edits by teammates.
export {
  type AttributeEntries,
  type Attributes,
  attributesOf,
  editsOf,
  noEntries,
} from './attributes.ts';
export {
  deleteAttributes,
  lockAttributes,
  lockEdits,
  selectAttributes,
  updateAttributes,
  updateEdits,
} from './store.ts';
