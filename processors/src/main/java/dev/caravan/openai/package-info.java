/** The chat completions of OpenAI's interface as a second shape of the edge: workspaces are its models. */
package dev.caravan.openai;
