// Front door of page attributes: what sites say of their pages, for who writes conditions.
export { holdPageAttributes, type PageAttributes } from './page-attributes.ts';
