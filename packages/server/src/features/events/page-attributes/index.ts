// Front door of page attributes: what sites say of their pages, for authors of conditions.
export {
  countPageAttributes,
  type PageAttributes,
} from './page-attributes.ts';
