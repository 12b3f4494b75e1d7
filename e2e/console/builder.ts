// Steps that journeys of the campaign editor and of the condition builder have in common.
import type { Page } from 'playwright-core';

/** Adds a condition by a word that people would type, in the last builder of the page. */
export async function addCondition(page: Page, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add condition' }).last().fill(typed);
  await page.keyboard.press('Enter');
}

/** Chooses a value of a condition by typing it. */
export const choose = async (page: Page, label: string, value: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).last().fill(value);
  await page.getByRole('option', { name: value, exact: true }).click();
};

/** Shows a section of the campaign editor. */
export const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();

/** Chooses the first option of a field that is called so. */
export async function pick(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
}
