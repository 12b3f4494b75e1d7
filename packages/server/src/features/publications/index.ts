// Front door of publications: what of a site's campaigns is live, apart from their drafts.
export {
  deletePublication,
  type Publication,
  pausePublication,
  selectPublications,
  upsertPublication,
} from './store.ts';
