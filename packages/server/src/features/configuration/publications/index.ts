// Front door of publications: what of a site's campaigns is live, apart from their drafts.
export {
  deletePublication,
  type Publication,
  pausePublication,
  selectLastPublishings,
  selectPublications,
  selectPublished,
  selectPublishings,
  upsertPublication,
} from './store.ts';
