package io.sordino.cli.reports;

import io.sordino.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** sordino campaign. */
@Command(name = "campaign", description = "Plans what devices are asked, and how they answer under a promise.")
public final class CampaignCommand implements Runnable {
    private final Console console;
    private final CommandLine line;

    private CampaignCommand(Console console) {
        this.console = console;
        this.line = new CommandLine(this);
    }

    /** With its subcommands. */
    public static CommandLine with(Console console) {
        return new CampaignCommand(console)
                .line
                .addSubcommand(new CampaignPlanCommand(console))
                .addSubcommand(new CampaignModelsCommand(console))
                .addSubcommand(new CampaignSimulateCommand(console))
                .addSubcommand(new CampaignRotateCommand(console));
    }

    @Override
    public void run() {
        line.usage(console.out());
    }

    /** The file of secrets that goes with a campaign. */
    static String keys(String campaign) {
        return (campaign.endsWith(".json") ? campaign.substring(0, campaign.length() - 5) : campaign) + ".key";
    }
}
